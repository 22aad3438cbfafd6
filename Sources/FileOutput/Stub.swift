enum FileOutputStub {}
