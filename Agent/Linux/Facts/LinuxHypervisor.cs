using IwTune.Agent.Engine;

namespace IwTune.Agent.Linux.Facts;

/// <summary>
/// What this system runs on: a container's engine before the machine below it, because the engine decides about routes here.
/// </summary>
internal static class LinuxHypervisor
{
    private static readonly string[] Said = ["sys_vendor", "product_name", "board_vendor", "bios_vendor", "product_version"];

    /// <param name="root">Where the system's files begin; <c>/</c>.</param>
    /// <returns><c>none</c> for a physical machine; <see langword="null"/> when it is not known.</returns>
    public static string? Read(string root = "/") => Container(root) ?? Machine(root);

    /// <summary>By the marks that systemd.io/CONTAINER_INTERFACE describes and the engines themselves leave.</summary>
    private static string? Container(string root)
    {
        if (SystemFile.Line(Path.Combine(root, "run/systemd/container")) is { Length: > 0 } told)
            return told;
        if (File.Exists(Path.Combine(root, "run/.containerenv")))
            return "podman";
        if (File.Exists(Path.Combine(root, ".dockerenv")))
            return "docker";
        return SystemFile.Line(Path.Combine(root, "proc/sys/kernel/osrelease")).Contains("microsoft", StringComparison.OrdinalIgnoreCase)
            ? "wsl"
            : null;
    }

    private static string? Machine(string root)
    {
        var said = Array.ConvertAll(Said, name => SystemFile.Line(Path.Combine(root, "sys/class/dmi/id", name)));
        if (VirtualMachine.Of(said) is { } maker)
            return maker;
        if (SystemFile.Line(Path.Combine(root, "sys/hypervisor/type")) is { Length: > 0 } type)
            return type;
        // The processor says whether there is one, but not which (CPUID leaf 1, ECX bit 31); other architectures have no such flag.
        var flags = Array.Find(
            SystemFile.Lines(Path.Combine(root, "proc/cpuinfo")),
            line => line.StartsWith("flags", StringComparison.Ordinal)
        );
        return flags is null ? null
            : flags.Split(' ').Contains("hypervisor") ? "other"
            : "none";
    }
}
