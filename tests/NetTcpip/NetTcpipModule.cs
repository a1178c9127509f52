using IwTune.WindowsDouble.Machine;

namespace IwTune.NetTcpip;

/// <summary>The module in the place where Windows has it, over an emulated Windows.</summary>
public static class NetTcpipModule
{
    /// <summary>The file beside the module that names the state file of its machine.</summary>
    internal const string Place = "NetTCPIP.place";

    private static readonly string Built = Path.Combine(AppContext.BaseDirectory, "NetTCPIP");

    /// <summary>Copies the module.</summary>
    /// <param name="machine">Its Windows.</param>
    /// <param name="manifest">The path of the manifest; the agent knows it.</param>
    public static void Install(EmulatedWindows machine, string manifest)
    {
        var folder = Directory.CreateDirectory(Path.GetDirectoryName(manifest)!).FullName;
        foreach (var file in Directory.EnumerateFiles(Built))
            File.Copy(file, Path.Combine(folder, Path.GetFileName(file)));
        File.WriteAllText(Path.Combine(folder, Place), machine.Path);
    }
}
