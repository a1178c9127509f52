using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux;

/// <summary>The kernel's name of this boot.</summary>
internal static class LinuxBootId
{
    private const string Place = "/proc/sys/kernel/random/boot_id";

    /// <exception cref="HostUnsupportedException">There is no /proc, or only a part of it.</exception>
    public static string Read() => Read(Place);

    /// <remarks>Without it a before-image could be restored to a route that was made anew since.</remarks>
    internal static string Read(string path)
    {
        try
        {
            return File.ReadAllText(path).Trim();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new HostUnsupportedException(
                $"{path} cannot be read: {e.Message} Windows are not read or set without it. Mount all of /proc: 'mount -t proc proc "
                    + "/proc', without subset=pid.",
                e
            );
        }
    }
}
