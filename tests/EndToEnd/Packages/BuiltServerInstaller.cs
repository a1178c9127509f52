using IwTune.Lab;
using IwTune.Lab.Packages;
using IwTune.Testing;

namespace IwTune.EndToEnd.Packages;

/// <summary>The installer of the server as it is shipped, built once for all tests that read or run it.</summary>
public sealed class BuiltServerInstaller : IDisposable
{
    public const string Version = "7.8.9";

    private readonly string folder = Directory.CreateTempSubdirectory("iwtune-server-msi-").FullName;
    private readonly Lazy<WindowsInstaller> built;

    public BuiltServerInstaller() => built = new(() => Made(Version));

    /// <summary>The installer, or a skipped test with the reason.</summary>
    public WindowsInstaller Package
    {
        get
        {
            if (WindowsInstaller.ServerMissing is { } reason)
                Lacking.Skip(reason);
            return built.Value;
        }
    }

    public string File(string name) => Path.Combine(folder, name);

    public void Dispose() => Directory.Delete(folder, recursive: true);

    private WindowsInstaller Made(string version) =>
        WindowsInstaller.Build(version, Binaries.WindowsServerFolder, File($"server-{version}.msi"), "server_msi");
}
