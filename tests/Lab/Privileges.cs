using System.ComponentModel;

namespace IwTune.Lab;

/// <summary>Whether this process may make network namespaces, and the remedy when it may not.</summary>
public static class Privileges
{
    private static readonly Lazy<string?> Found = new(Look);

    /// <summary><see langword="null"/> when namespaces can be made; otherwise the reason and the remedy, as a sentence.</summary>
    public static string? Missing => Found.Value;

    private static string? Look()
    {
        if (Environment.GetEnvironmentVariable("IWTUNE_TEST_QUICK") == "1")
            return "a quick run needs no privileges: run ./build.sh test";
        if (!OperatingSystem.IsLinux())
            return "network namespaces need Linux";
        if (!Commands.Installed("ip"))
            return "`ip` is not installed: apt install iproute2";
        var error = Native.TryUnshareNetwork();
        if (error != 0)
            return $"this process may not make network namespaces ({new Win32Exception(error).Message}): run ./build.sh test, or as root";
        if (!Directory.Exists("/run/netns") && Unwritable("/run"))
            return "/run is not writable, so `ip netns add` cannot keep a name: run ./build.sh test, or as root";
        return null;
    }

    private static bool Unwritable(string folder)
    {
        try
        {
            var probe = Path.Combine(folder, $".iwtune-lab-{Environment.ProcessId}");
            File.WriteAllText(probe, "");
            File.Delete(probe);
            return false;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return true;
        }
    }
}
