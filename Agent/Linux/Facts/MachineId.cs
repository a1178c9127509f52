using IwTune.Agent.Engine;

namespace IwTune.Agent.Linux.Facts;

/// <summary>The machine id of systemd and D-Bus, made this application's own.</summary>
internal static class MachineId
{
    public static string Read() => KeyedMachineId.Of(SystemFile.Line("/etc/machine-id"));
}
