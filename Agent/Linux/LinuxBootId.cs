namespace IwTune.Agent.Linux;

/// <summary>The kernel's name of this boot.</summary>
internal static class LinuxBootId
{
    public static string Read() => File.ReadAllText("/proc/sys/kernel/random/boot_id").Trim();
}
