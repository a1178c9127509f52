using IwTune.EndToEnd.Packages;
using IwTune.Lab.Wine;

namespace IwTune.EndToEnd.Wine;

/// <summary>The server's installer with Wine's msiexec. The server itself cannot run there: docs/windows-under-wine.md says why.</summary>
[Collection(nameof(UnderWine))]
public sealed class ServerInstallerTests(WindowsPattern pattern, BuiltServerInstaller built) : IClassFixture<BuiltServerInstaller>
{
    private const string Service = "IwTune Server",
        Folder = @"C:\Program Files\IwTune Server",
        Data = @"C:\ProgramData\IwTune Server",
        EventSource = @"HKLM\SYSTEM\CurrentControlSet\Services\EventLog\Application\IwTune Server",
        Kept = @"HKLM\SOFTWARE\IwTune\Server",
        ServiceKey = @"HKLM\SYSTEM\CurrentControlSet\Services\IwTune Server";

    [Fact]
    public async Task It_installs_the_service_keeps_its_options_over_a_repair_and_an_uninstall_leaves_the_data_directory_alone()
    {
        var package = built.Package;
        using var windows = pattern.Windows();
        var (services, registry) = (new WineServices(windows), new WineRegistry(windows));

        Installer("/i", "START=no", "OPTIONS=--listen 0.0.0.0:7443 --name iw.example");
        Assert.Equal("STOPPED", services.State(Service));
        // Wine's msiexec does not quote the program's path, as Windows' does.
        Assert.Matches(
            "iwtune-server\\.exe\"? run --listen 0\\.0\\.0\\.0:7443 --name iw\\.example$",
            registry.Value(ServiceKey, "ImagePath")
        );
        Assert.Equal(@"%SystemRoot%\System32\EventCreate.exe", registry.Value(EventSource, "EventMessageFile"));
        Assert.True(File.Exists(windows.Unix(Folder + @"\e_sqlite3.dll")));
        Assert.False(Directory.Exists(windows.Unix(Data)));

        Installer("/i", "START=no");
        Assert.Equal("--listen 0.0.0.0:7443 --name iw.example", registry.Value(Kept, "Options"));

        Directory.CreateDirectory(windows.Unix(Data));
        File.WriteAllText(windows.Unix(Data + @"\iwtune.db"), "kept");
        Installer("/x");
        await services.IsAsync(Service, null);
        Assert.False(Directory.Exists(windows.Unix(Folder)));
        Assert.False(registry.Has(EventSource));
        Assert.False(registry.Has(Kept));
        Assert.Equal(["iwtune.db"], Directory.EnumerateFileSystemEntries(windows.Unix(Data)).Select(Path.GetFileName));

        void Installer(string task, params string[] properties)
        {
            var ended = windows.Run("msiexec", [task, WinePrefix.Windows(package.File), "/qn", .. properties]);
            Assert.True(ended.ExitCode == 0, $"msiexec {task} ended with {ended.ExitCode}: {ended.Error}{ended.Output}");
        }
    }
}
