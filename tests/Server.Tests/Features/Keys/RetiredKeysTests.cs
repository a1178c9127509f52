using System.CommandLine;
using System.Formats.Tar;
using System.IO.Compression;
using IwTune.Server.Cli;
using IwTune.Server.Features.Backups;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Tests.Features.Keys;

/// <summary>A CA that may have leaked, and that is retired while no server runs.</summary>
[Trait("Store", "file")]
public sealed class RetiredKeysTests : IAsyncLifetime
{
    private RunningServer _server = null!;
    private string _former = "";

    private string Key => Path.Combine(_server.Data, CertificateAuthority.KeyName);

    public async ValueTask InitializeAsync()
    {
        _server = await RunningServer.StartAsync(with: options => options with { Database = null });
        _former = _server.Get<HeldKeys>().Authority.Id;
        await _server.RotateAsync(KeyKind.Authority);
    }

    public ValueTask DisposeAsync()
    {
        Directory.Delete(_server.Data, recursive: true);
        return ValueTask.CompletedTask;
    }

    [Fact]
    public async Task Its_private_half_is_deleted_by_the_command_that_retires_it()
    {
        await _server.StopAsync();

        var keys = new RootCommand { KeysCommand.Create() };
        Assert.Equal(0, await keys.Parse(["keys", "retire", _former, "--data", _server.Data]).InvokeAsync());

        Assert.False(File.Exists(Key));
    }

    [Fact]
    public async Task No_backup_has_its_private_half()
    {
        await _server.RetireAsync(_former).DoneAsync();
        await _server.StopAsync();
        // As in a directory whose server has not noticed yet.
        Assert.True(File.Exists(Key));

        var backup = Path.Combine(_server.Data, "fleet.tar.gz");
        await BackUp.RunAsync(DataDirectory.Open(_server.Data), new StorePlace(_server.Data), backup, TimeProvider.System);

        await using var zip = new GZipStream(File.OpenRead(backup), CompressionMode.Decompress);
        await using var tar = new TarReader(zip);
        var names = new List<string>();
        while (await tar.GetNextEntryAsync() is { } entry)
            names.Add(entry.Name);
        Assert.Contains("data/signing.key", names);
        Assert.DoesNotContain("data/" + CertificateAuthority.KeyName, names);
    }
}
