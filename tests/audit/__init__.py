"""What Lovbro rests on: pinned libraries with their hashes, known vulnerabilities, licences. For maintainers."""
