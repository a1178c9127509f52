using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.Agent.Tests.Windows.Emulated;

/// <summary>An emulated Windows in its own directory.</summary>
internal sealed class MachineDirectory : IDisposable
{
    // In memory: hundreds of these are made, and other tests cover the disk.
    private static readonly string Place = Directory.Exists("/dev/shm") ? "/dev/shm" : Path.GetTempPath();

    public MachineDirectory(string profile, string locale = "en-US")
    {
        Root = Directory.CreateDirectory(Path.Combine(Place, $"iwtune-windows-{Guid.NewGuid():N}")).FullName;
        Machine = EmulatedWindows.Create(Path.Combine(Root, "windows.json"), Profile.Of(profile), locale);
    }

    public string Root { get; }

    public EmulatedWindows Machine { get; }

    public void Dispose() => Directory.Delete(Root, recursive: true);
}
