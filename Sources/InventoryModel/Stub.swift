enum InventoryModelStub {}
