using IwTune.WindowsDouble.Machine;

namespace IwTune.FakeNetsh;

/// <summary>
/// The location of this program's machine: the one line of <c>netsh.place</c> beside it, a path in the format of the system it runs on.
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
