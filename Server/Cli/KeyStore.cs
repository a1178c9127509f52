using System.CommandLine;
using IwTune.Server.Features.Audit;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Hosting.Keys.Tokens;
using IwTune.Server.Storage;

namespace IwTune.Server.Cli;

/// <summary>Where the fleet's keys are: the store, and the data directory beside it.</summary>
internal sealed class KeyStore
{
    private readonly StoreOptions _store;
    private readonly TokenModuleOptions _tokens;

    private KeyStore(Command command) => (_store, _tokens) = (StoreOptions.AddTo(command), TokenModuleOptions.AddTo(command));

    public static KeyStore AddTo(Command command) => new(command);

    /// <exception cref="StorageUnusableException">There is no store there, or it cannot be used.</exception>
    public async Task<int> WithAsync(ParseResult parsed, Func<StoredKeys, DataDirectory, Task<int>> act)
    {
        Origin.IsCommandLine();
        var (directory, place) = _store.OpenExisting(
            parsed,
            CertificateAuthority.CertificateName,
            TokenModule.Load(_tokens.Module(parsed), _tokens.PinFile(parsed))
        );
        using var database = await Database.OpenAsync(place, TimeProvider.System, SchemaUse.UpgradeUnlessRunning);
        return await act(new StoredKeys(database, directory.Seal, TimeProvider.System), directory);
    }
}
