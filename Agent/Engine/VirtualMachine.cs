namespace IwTune.Agent.Engine;

/// <summary>Which hypervisor made a machine, by what its firmware says of itself (SMBIOS specification, types 0 to 2).</summary>
internal static class VirtualMachine
{
    private static readonly (string Said, string Name)[] Makers =
    [
        ("KVM", "kvm"),
        ("QEMU", "kvm"),
        ("OpenStack", "kvm"),
        ("KubeVirt", "kvm"),
        ("Google", "kvm"),
        ("DigitalOcean", "kvm"),
        ("Amazon EC2", "amazon"),
        ("VMware", "vmware"),
        ("VMW", "vmware"),
        ("innotek GmbH", "virtualbox"),
        ("VirtualBox", "virtualbox"),
        ("Xen", "xen"),
        ("Bochs", "bochs"),
        ("Parallels", "parallels"),
        ("BHYVE", "bhyve"),
        ("Apple Virtualization", "apple"),
        ("Nutanix", "kvm"),
    ];

    /// <param name="said">Maker, product and firmware, in any order.</param>
    /// <returns><c>none</c> where they say that there is none; <see langword="null"/> when none of them is a hypervisor's.</returns>
    public static string? Of(params ReadOnlySpan<string> said)
    {
        bool microsoft = false,
            machine = false;
        foreach (var text in said)
            if (text.EndsWith(".metal", StringComparison.Ordinal) || text.Contains(".metal-", StringComparison.Ordinal))
                return "none"; // Amazon also rents machines without a hypervisor, under the same maker's name.
        foreach (var text in said)
        {
            foreach (var (maker, name) in Makers)
                if (text.StartsWith(maker, StringComparison.OrdinalIgnoreCase))
                    return name;
            // Microsoft also makes physical machines: only both together are Hyper-V.
            microsoft |= text.StartsWith("Microsoft Corporation", StringComparison.OrdinalIgnoreCase);
            machine |= text.StartsWith("Virtual Machine", StringComparison.OrdinalIgnoreCase);
        }
        return microsoft && machine ? "hyper-v" : null;
    }
}
