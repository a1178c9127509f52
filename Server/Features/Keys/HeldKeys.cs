using System.Security.Cryptography;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Servers;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Keys;

/// <summary>
/// The keys of the fleet as this server holds them: rows of the store, private halves in the data directory. Another server or a command
/// may change them meanwhile.
/// </summary>
internal sealed class HeldKeys(StoredKeys keys, DataDirectory directory, TimeProvider clock) : IDisposable
{
    // Two readings at once would write the same files.
    private readonly SemaphoreSlim _one = new(1, 1);
    private volatile KeyRing _current = null!;

    /// <summary>The keys of the latest announcement that this server knows.</summary>
    public KeyRing Current => _current;

    public CertificateAuthority Authority => _current.Authority;

    /// <exception cref="StorageUnusableException">A private half is missing, or belongs to another installation.</exception>
    public static async Task<HeldKeys> LoadAsync(StoredKeys keys, DataDirectory directory, TimeProvider clock)
    {
        var held = new HeldKeys(keys, directory, clock);
        await FirstKeys.FoundAsync(keys, directory, clock);
        await held.ReloadAsync();
        return held;
    }

    public void Dispose() => _one.Dispose();

    /// <summary>Reads the store again.</summary>
    /// <exception cref="StorageUnusableException">
    /// A private half is missing, or belongs to another installation; what was known stays.
    /// </exception>
    private async Task ReloadAsync()
    {
        var (rows, number, fleet) = await ReadAsync();
        if (await RevokedAgain.SettleAsync(keys, directory, rows, clock))
            (rows, number, fleet) = await ReadAsync();
        if (await ReplacedAgain.SettleAsync(keys, directory, rows, clock))
            (rows, number, fleet) = await ReadAsync();
        UncommittedKey.Name(directory, rows);
        var there = rows.Where(row => row.RetiredAt is null).ToList();
        var stored = keys.Database.Store.IsShared
            ? await keys.Database.ReadAsync(db => keys.AllAsync(db))
            : new Dictionary<string, string>(StringComparer.Ordinal);
        // A directory of another installation is refused before anything is written into it.
        foreach (var row in there.Where(row => directory.ReadText(row.File) is not null))
            Private(row, stored.ContainsKey(row.File)).Dispose();
        // A backup of before the revocation has it as a good one.
        RevokedKeys.Add(directory, rows);
        foreach (var row in there)
        {
            await FetchAsync(row, stored);
            // A restore takes the newest of the keys that its backup does not know (KeptKeys). A file that was fetched or encrypted since
            // is newer than its key, and would make a key that leaked the newest.
            directory.Date(row.File, Clock.At(row.MadeAt));
        }
        var signing = there.Where(row => row.IsSigning).Select(row => Pair(row)).ToList();
        var authorities = there.Where(row => row.IsAuthority).Reverse().Select(row => Authorize(row)).ToList();
        _current = new(fleet, number, signing, authorities);
        // People look for the CA's certificate in this place: it must be the one in use.
        if (directory.ReadText(CertificateAuthority.CertificateName) != Authority.Pem)
            directory.WriteSecret(CertificateAuthority.CertificateName, Authority.Pem);
        foreach (var gone in rows.Where(row => row.RetiredAt is not null))
            Delete(gone);
    }

    private Task<(IReadOnlyList<KeyRow> Rows, long Number, string Fleet)> ReadAsync() =>
        keys.Database.ReadAsync(async db =>
            (await KeyQueries.ListAsync(db), await KeyQueries.NumberAsync(db), await KeyQueries.FleetAsync(db))
        );

    private void Delete(KeyRow gone)
    {
        // A server whose keys are in files needs no module for a key that was in a token once.
        if (gone.Place == KeyPlace.Token && directory.Tokens is null)
            return;
        if (RetiredKeys.Delete(directory, gone) is { } why)
            System.Console.Error.WriteLine($"iwtune-server: {why}");
    }

    /// <summary>Reads the store again when something was announced since.</summary>
    /// <exception cref="StorageUnusableException">As when it is loaded; what was known stays.</exception>
    public async Task CatchUpAsync()
    {
        await _one.WaitAsync();
        try
        {
            if (await keys.Database.ReadAsync(KeyQueries.NumberAsync) != _current.Number)
                await ReloadAsync();
        }
        finally
        {
            _one.Release();
        }
    }

    private SigningPair Pair(KeyRow row) => new(Private(row), row.Since, row.RevokedAt is not null);

    private CertificateAuthority Authorize(KeyRow row)
    {
        var key = Private(row);
        return CertificateAuthority.Open(row.Content, key);
    }

    /// <summary>A server of a shared store reads missing keys from the store, and adds keys that the store lacks.</summary>
    private async Task FetchAsync(KeyRow row, IReadOnlyDictionary<string, string> stored)
    {
        var here = directory.ReadKey(row.File);
        if (here is null && stored.TryGetValue(row.File, out var there))
            directory.WriteKey(row.File, there);
        else if (here is not null && keys.Database.Store.IsShared && !stored.ContainsKey(row.File))
            await keys.Database.WriteAsync(write => keys.AddAsync(write, row.File, here));
    }

    private ECDsa Private(KeyRow row, bool isStored = false)
    {
        var key =
            (isStored ? KeyFile.Find(directory, row.File, SharedKeys.WayOut(keys.Database)) : KeyFile.Find(directory, row.File))
            ?? throw new StorageUnusableException(
                $"{directory.File(row.File)} is missing, the private half of the {row.Shown} in {keys.Database.Shown}. Restore it from "
                    + "a backup of the data directory; docs/keys.md says what to do when there is none."
            );
        if (SigningKeys.From(key).KeyId == row.Id)
            return key;
        key.Dispose();
        throw new StorageUnusableException(
            SharedKeys.Foreign(
                keys.Database,
                directory,
                row.File,
                directory.ReadText(CertificateAuthority.CertificateName),
                row.IsAuthority ? row.Content : null
            )
        );
    }
}
