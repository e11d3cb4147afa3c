"""What every part of Lovbro shares: ids, the model, the XML form and the data folder."""
