using IwTune.WindowsDouble.Machine;

namespace IwTune.FakeNetsh;

/// <summary>
/// Where the machine of this program is: the one line of <c>netsh.place</c> beside it, a path in the words of the system it runs on.
/// </summary>
internal static class Place
{
    public static string File { get; } = Path.Combine(Path.GetDirectoryName(Environment.ProcessPath) ?? "", "netsh.place");

    public static EmulatedWindows? Find()
    {
        if (!System.IO.File.Exists(File))
            return null;
        var path = System.IO.File.ReadAllText(File).Trim();
        return System.IO.File.Exists(path) ? new EmulatedWindows(path) : null;
    }
}
