using IwTune.Lab;
using IwTune.Lab.Packages;
using IwTune.Testing;

namespace IwTune.EndToEnd.Packages;

/// <summary>The installer of the agent as it is shipped, built once for all tests that read it.</summary>
public sealed class BuiltInstaller : IDisposable
{
    public const string Version = "7.8.9";

    private readonly string folder = Directory.CreateTempSubdirectory("iwtune-msi-").FullName;
    private readonly Lazy<WindowsInstaller> built;

    public BuiltInstaller() =>
        built = new(() => WindowsInstaller.Build(Version, Binaries.WindowsFolder, Path.Combine(folder, "iwtune.msi")));

    /// <summary>The installer, or a skipped test with the reason.</summary>
    public WindowsInstaller Package
    {
        get
        {
            if (WindowsInstaller.Missing is { } reason)
                Lacking.Skip(reason);
            return built.Value;
        }
    }

    public string File(string name) => Path.Combine(folder, name);

    public void Dispose() => Directory.Delete(folder, recursive: true);
}
