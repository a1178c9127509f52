using IwTune.Lab;
using IwTune.Lab.Wine;
using IwTune.Testing;

namespace IwTune.EndToEnd.Wine;

/// <summary>
/// The server for Windows as far as Wine goes: it has neither the keys nor the TLS that serving needs (docs/windows-under-wine.md).
/// </summary>
[Collection(nameof(UnderWine))]
public sealed class ServerStartTests(WindowsPattern pattern) : IDisposable
{
    private const string Data = @"C:\ProgramData\IwTune Server";

    private static readonly string Program = Path.Combine(Binaries.WindowsServerFolder, "iwtune-server.exe");

    private readonly WinePrefix windows = pattern.Windows();

    public void Dispose() => windows.Dispose();

    [Fact]
    public void It_makes_its_directory_and_its_store_with_its_own_engine_ends_at_its_first_key_and_finds_the_store_again()
    {
        var started = Run("run");
        // The exit code of a crash is lost under Wine. When this fails, Wine can make P-256 keys: then the whole start can be tested.
        Assert.Contains("0x80090029", started.Error + started.Output, StringComparison.Ordinal);
        Assert.True(File.Exists(windows.Unix(Data + @"\iwtune.db")));

        var listed = Run("user", "list");
        Assert.True(listed.ExitCode == 0, listed.Error + listed.Output);
    }

    [Fact]
    public void A_directory_that_others_may_write_is_refused_and_nothing_is_written_there()
    {
        var open = windows.Unix(@"C:\open");
        Directory.CreateDirectory(open);
        File.SetUnixFileMode(open, (UnixFileMode)0b111_111_111); // Wine makes an access list of the mode: everyone may write
        var refused = Run("run", "--data", @"C:\open");
        Assert.Equal(1, refused.ExitCode);
        Assert.Contains("S-1-1-0 may write there", refused.Error, StringComparison.Ordinal);
        Assert.Contains("icacls \"C:\\open\" /inheritance:r", refused.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFileSystemEntries(open));
    }

    [Fact]
    public void A_certificate_that_the_store_does_not_have_ends_the_start_with_a_sentence()
    {
        var refused = Run("run", "--certificate-store", new string('A', 40));
        Assert.Equal(1, refused.ExitCode);
        Assert.Contains("iwtune-server: --certificate-store: LocalMachine\\My", refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task As_a_service_it_writes_to_the_event_log_why_it_does_not_start()
    {
        const string service = "IwTune Server";
        var (services, registry) = (new WineServices(windows), new WineRegistry(windows));
        var command = $"{WinePrefix.Windows(Program)} run --listen nowhere";
        Assert.Equal(0, windows.Run("sc", "create", service, "binPath=", command, "start=", "demand").ExitCode);
        services.Start(service);
        // Wine's log cannot be read back; the server registers its source to write the first entry.
        await Until.TrueAsync(
            () => registry.Has(@"HKLM\SYSTEM\CurrentControlSet\Services\EventLog\Application\IwTune Server"),
            () => $"no event source; the service is {services.State(service)}"
        );
        await services.IsAsync(service, "STOPPED");
    }

    private CommandResult Run(params string[] arguments)
    {
        if (!File.Exists(Program))
            Lacking.Skip($"{Program} is not published: run ./build.sh e2e or ./build.sh test");
        return windows.Run(Program, arguments);
    }
}
