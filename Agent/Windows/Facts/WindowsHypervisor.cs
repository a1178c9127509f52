using IwTune.Agent.Engine;

namespace IwTune.Agent.Windows.Facts;

/// <summary>What this Windows runs on, from what its firmware wrote to the registry at boot.</summary>
internal static class WindowsHypervisor
{
    private const string Firmware = @"HARDWARE\DESCRIPTION\System\BIOS";
    private const string Guest = @"SOFTWARE\Microsoft\Virtual Machine\Guest\Parameters";

    /// <returns><see langword="null"/> when no hypervisor is known: the registry does not say that there is none.</returns>
    public static string? Read(IRegistry registry) =>
        VirtualMachine.Of(
            registry.Text(Firmware, "SystemManufacturer"),
            registry.Text(Firmware, "SystemProductName"),
            registry.Text(Firmware, "BaseBoardManufacturer"),
            registry.Text(Firmware, "BIOSVendor")
        ) ?? (registry.Text(Guest, "HostName").Length > 0 ? "hyper-v" : null);
}
