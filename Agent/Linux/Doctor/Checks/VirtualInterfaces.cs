using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Interfaces whose round trips are partly the hypervisor's.</summary>
internal static class VirtualInterfaces
{
    private static readonly string[] Emulated = ["e1000", "e1000e", "8139cp", "8139too", "ne2k-pci", "pcnet32", "tulip"];
    private static readonly string[] Paravirtual =
    [
        "virtio_net",
        "vmxnet3",
        "hv_netvsc",
        "vif",
        "xen_netfront",
        "ena",
        "gve",
        "mana",
        "veth",
    ];

    public static readonly Check<HostFindings> Check = new(
        "virtual-interfaces",
        DiagnosisGroup.Machine,
        "The round-trip times and the loss that a guest measures include those of the hypervisor: compare such a host with similar hosts. "
            + "An emulated network card costs several times the processor time of a paravirtual one and drops large bursts.",
        "Documentation/networking/segmentation-offloads.rst; ethtool(8)",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        var up = host.Links.Where(link => link.IsUp).ToList();
        var where = host.Hypervisor.Length == 0 ? "" : $" under {host.Hypervisor}";
        // e1000e is also real hardware.
        if (host.Hypervisor.Length > 0 && up.Find(link => Emulated.Contains(link.Driver)) is { } emulated)
            return CheckAnswer.Advice(
                $"{emulated.Name} is an emulated {emulated.Driver}{where}",
                "Give the guest a paravirtual card: virtio, vmxnet3."
            );
        var virtuals = up.Where(link => Paravirtual.Contains(link.Driver)).Select(link => $"{link.Name} {link.Driver}").ToList();
        return CheckAnswer.Ok(virtuals.Count == 0 ? $"no paravirtual interface is up{where}" : string.Join(", ", virtuals) + where);
    }
}
