using IwTune.Agent.Linux.Facts;

namespace IwTune.Agent.Tests.Linux.Facts;

public sealed class HypervisorFactTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("iwtune-facts-").FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Theory]
    [InlineData("QEMU", "Standard PC (Q35 + ICH9, 2009)", "kvm")]
    [InlineData("VMware, Inc.", "VMware7,1", "vmware")]
    [InlineData("Microsoft Corporation", "Virtual Machine", "hyper-v")]
    [InlineData("Microsoft Corporation", "Surface Laptop 4", "none")]
    [InlineData("innotek GmbH", "VirtualBox", "virtualbox")]
    [InlineData("Amazon EC2", "m5.large", "amazon")]
    [InlineData("Amazon EC2", "m5.metal", "none")]
    [InlineData("Dell Inc.", "PowerEdge R640", "none")]
    public void A_machine_is_told_by_its_firmware(string vendor, string product, string expected)
    {
        Write("sys/class/dmi/id/sys_vendor", vendor);
        Write("sys/class/dmi/id/product_name", product);
        Write("proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu vme de\n");
        Assert.Equal(expected, LinuxHypervisor.Read(_root));
    }

    [Fact]
    public void The_processor_says_that_there_is_one_whose_name_nothing_tells()
    {
        Write("proc/cpuinfo", "flags\t\t: fpu hypervisor lahf_lm\n");
        Assert.Equal("other", LinuxHypervisor.Read(_root));
    }

    [Fact]
    public void A_machine_that_tells_nothing_is_not_said_to_have_none() => Assert.Null(LinuxHypervisor.Read(_root));

    [Theory]
    [InlineData("run/systemd/container", "lxc\n", "lxc")]
    [InlineData("run/.containerenv", "", "podman")]
    [InlineData(".dockerenv", "", "docker")]
    [InlineData("proc/sys/kernel/osrelease", "5.15.90.1-microsoft-standard-WSL2\n", "wsl")]
    public void A_container_comes_before_the_machine_below_it(string marker, string text, string expected)
    {
        Write("sys/class/dmi/id/sys_vendor", "QEMU");
        Write(marker, text);
        Assert.Equal(expected, LinuxHypervisor.Read(_root));
    }

    [Fact]
    public void Xen_has_a_file_of_its_own()
    {
        Write("sys/hypervisor/type", "xen\n");
        Assert.Equal("xen", LinuxHypervisor.Read(_root));
    }

    private void Write(string path, string text)
    {
        var file = Path.Combine(_root, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }
}
