using IwTune.Agent.Linux;
using IwTune.Agent.Linux.Emulation;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Tests.Linux;

/// <summary>A root without /proc, or with a part of it, is refused in words.</summary>
public sealed class WithoutProcTests
{
    private const string Nowhere = "/nowhere/proc/sys/kernel/random/boot_id";

    [Fact]
    public void Without_the_name_of_the_boot_nothing_is_read_or_set()
    {
        var refused = Assert.Throws<HostUnsupportedException>(() => LinuxBootId.Read(Nowhere));
        Assert.Null(refused.Privilege);
        Assert.StartsWith($"{Nowhere} cannot be read: ", refused.Message, StringComparison.Ordinal);
        Assert.EndsWith("Mount all of /proc: 'mount -t proc proc /proc', without subset=pid.", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_setting_of_a_private_network_that_cannot_be_written_is_named()
    {
        var refused = Assert.Throws<HostUnsupportedException>(() => PrivateNetwork.Set(Nowhere, "1"));
        Assert.StartsWith($"{Nowhere} cannot be written: ", refused.Message, StringComparison.Ordinal);
    }
}
