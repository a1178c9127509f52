using IwTune.Agent.Linux.Facts;

namespace IwTune.Agent.Linux.Doctor.Reading;

/// <summary>What this machine runs under, as far as it says so itself.</summary>
internal static class Hypervisor
{
    public static string Name() =>
        Name(
            SystemFile.Line("/sys/class/dmi/id/sys_vendor"),
            SystemFile.Line("/sys/class/dmi/id/product_name"),
            SystemFile.Line("/sys/hypervisor/type"),
            SystemFile.Lines("/proc/cpuinfo")
        );

    /// <param name="vendor">Of the machine, by DMI.</param>
    /// <param name="product">Of the machine, by DMI.</param>
    /// <param name="type">Of the hypervisor, which only Xen reports.</param>
    /// <param name="processors">/proc/cpuinfo: the flag says that there is one, without a name.</param>
    public static string Name(string vendor, string product, string type, IEnumerable<string> processors) =>
        (vendor, product) switch
        {
            _ when type == "xen" => "Xen",
            ("Microsoft Corporation", "Virtual Machine") => "Hyper-V",
            ("VMware, Inc.", _) => "VMware",
            ("innotek GmbH", _) => "VirtualBox",
            ("QEMU", _) => "KVM or QEMU",
            ("Amazon EC2", _) when !product.Contains("metal", StringComparison.Ordinal) => "Amazon's Nitro",
            ("Google", "Google Compute Engine") => "Google's KVM",
            _ => processors.Any(line =>
                line.StartsWith("flags", StringComparison.Ordinal) && line.Contains(" hypervisor", StringComparison.Ordinal)
            )
                ? "a hypervisor"
                : "",
        };
}
