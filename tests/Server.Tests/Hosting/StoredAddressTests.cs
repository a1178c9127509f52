using IwTune.Server.Hosting;
using IwTune.Server.Tests.Storage;

namespace IwTune.Server.Tests.Hosting;

public sealed class StoredAddressTests
{
    [Fact]
    public void On_a_full_disk_a_server_that_keeps_its_address_starts_and_another_address_is_only_a_warning()
    {
        using var disk = SmallDisk.Require();
        var directory = DataDirectory.Open(disk.Data);
        Assert.Null(StoredAddress.Keep(directory, "https://a.example:7443"));
        disk.Fill();
        Assert.Null(StoredAddress.Keep(directory, "https://a.example:7443"));
        Assert.Contains("cannot be written", StoredAddress.Keep(directory, "https://b.example:7443"), StringComparison.Ordinal);
        Assert.Equal("https://a.example:7443", StoredAddress.Of(directory));
    }
}
