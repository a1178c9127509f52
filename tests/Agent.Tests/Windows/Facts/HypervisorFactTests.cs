using IwTune.Agent.Windows.Facts;

namespace IwTune.Agent.Tests.Windows.Facts;

public sealed class HypervisorFactTests
{
    private const string Firmware = @"HARDWARE\DESCRIPTION\System\BIOS";

    [Theory]
    [InlineData("Microsoft Corporation", "Virtual Machine", "hyper-v")]
    [InlineData("VMware, Inc.", "VMware20,1", "vmware")]
    [InlineData("QEMU", "Standard PC", "kvm")]
    [InlineData("Dell Inc.", "PowerEdge R640", null)]
    public void It_is_told_by_the_firmware(string maker, string product, string? expected) =>
        Assert.Equal(
            expected,
            WindowsHypervisor.Read(
                new FakeRegistry().With(Firmware, "SystemManufacturer", maker).With(Firmware, "SystemProductName", product)
            )
        );

    [Fact]
    public void A_guest_of_hyper_v_is_told_by_its_host() =>
        Assert.Equal(
            "hyper-v",
            WindowsHypervisor.Read(new FakeRegistry().With(@"SOFTWARE\Microsoft\Virtual Machine\Guest\Parameters", "HostName", "HV01"))
        );
}
