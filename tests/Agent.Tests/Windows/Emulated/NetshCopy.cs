namespace IwTune.Agent.Tests.Windows.Emulated;

/// <summary>The program netsh of one emulated Windows, in its own directory beside the machine's.</summary>
internal sealed class NetshCopy
{
    public NetshCopy(MachineDirectory windows)
    {
        var system32 = Directory.CreateDirectory(System.IO.Path.Combine(windows.Root, "System32")).FullName;
        foreach (var file in (string[])["netsh", "netsh.dll", "netsh.runtimeconfig.json", "netsh.deps.json", "IwTune.WindowsDouble.dll"])
            File.Copy(System.IO.Path.Combine(AppContext.BaseDirectory, file), System.IO.Path.Combine(system32, file));
        File.WriteAllText(System.IO.Path.Combine(system32, "netsh.place"), windows.Machine.Path);
        Path = System.IO.Path.Combine(system32, "netsh");
    }

    /// <summary>The absolute path of the program.</summary>
    public string Path { get; }
}
