enum InventoryStoreStub {}
