using System.Security.Cryptography;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Hosting.Keys.Tokens;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Servers;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Keys;

/// <summary>A new key beside the one in use. It is announced to hosts in bundles signed by a key that they trust already.</summary>
internal static class RotateKey
{
    /// <param name="keys">The keys in the store.</param>
    /// <param name="directory">Where private halves are.</param>
    /// <param name="kind">What the key is for.</param>
    /// <param name="actor">Who wants it.</param>
    /// <param name="reason">Why.</param>
    /// <param name="clock">Stamps it.</param>
    /// <param name="place">Where it is made; <see langword="null"/> for where the one in use is.</param>
    /// <exception cref="StorageUnusableException">The place cannot be used; nothing was changed.</exception>
    public static async Task<KeyOutcome> RunAsync(
        StoredKeys keys,
        DataDirectory directory,
        KeyKind kind,
        string actor,
        string reason,
        TimeProvider clock,
        NewKeyPlace? place = null
    )
    {
        var outcome = await keys.Database.WriteAsync<KeyOutcome>(async write =>
        {
            var rows = (await KeyQueries.ListAsync(write)).Where(row => row.RetiredAt is null && row.Kind == $"{kind}").ToList();
            if (rows.Count == 0)
                return new KeyOutcome.Refused("The store has no keys yet: start the server once.");
            if (rows.Count > 1)
                return new KeyOutcome.Refused(
                    $"A rotation is under way: {rows[^1].Shown} is still in use beside {rows[0].Shown}. 'iwtune-server keys list' shows "
                        + "which hosts do not know the new one; retire the old one first."
                );
            var made = await MakeAsync(write, keys, directory, kind, place ?? NewKeyPlace.Beside(rows[0], directory), actor, reason, clock);
            return new KeyOutcome.Done(
                (
                    kind == KeyKind.Signing
                        ? $"The {made.Shown} is made. Bundles are signed by it and, for hosts that do not know it yet, by the "
                            + $"{rows[0].Shown} too, which the server retires when every host has acknowledged the new one."
                        : $"The {made.Shown} is made and announced to the hosts. The server's certificate comes from the "
                            + $"{rows[0].Shown} until you retire that: 'iwtune-server keys retire {rows[0].Id[..12]}'. Its pin changes "
                            + "then for 'iwtune fleet' and for hosts that enrol."
                )
                    + InToken(made)
                    + " Make a new backup now: hosts that have dropped the old key refuse a server that was restored from an earlier one."
            );
        });
        await UncommittedKey.NameAsync(keys.Database, directory);
        return outcome;
    }

    /// <summary>
    /// Makes a key, announces it, and keeps its private half where every server of the store finds it after the commit
    /// (<see cref="UncommittedKey.NameAsync"/>).
    /// </summary>
    internal static async Task<KeyRow> MakeAsync(
        DbSession write,
        StoredKeys keys,
        DataDirectory directory,
        KeyKind kind,
        NewKeyPlace place,
        string actor,
        string reason,
        TimeProvider clock
    )
    {
        await UncommittedKey.RemoveLeftAsync(write, directory);
        using var key = Make(directory, kind, place);
        var id = SigningKeys.From(key).KeyId;
        var since = await KeyWrites.AdvanceAsync(write);
        var row = new KeyRow
        {
            Id = id,
            Kind = $"{kind}",
            File = KeyRow.FileOf(kind, id, PlaceOf(key)),
            Content = Content(kind, key, clock),
            Since = since,
            MadeBy = actor,
            Reason = reason,
        };
        UncommittedKey.Write(directory, row.File, key);
        await KeyWrites.AddAsync(write, clock, row);
        if (keys.Database.Store.IsShared)
            await keys.AddAsync(write, row.File, KeyFile.Text(key));
        await AuditLog.AppendAsync(
            write,
            clock,
            actor,
            KeyActions.Rotate,
            $"key:{id}",
            $"The {row.Shown} was made and is announced to hosts (number {since}).",
            reason
        );
        return row;
    }

    private static string InToken(KeyRow made) =>
        made.Place == KeyPlace.Token
            ? " It is in the token: from here on every server of this fleet needs --token-module and --token-pin-file to start."
            : "";

    internal static KeyPlace PlaceOf(ECDsa key) => key is TokenKey ? KeyPlace.Token : KeyPlace.File;

    /// <exception cref="StorageUnusableException">The place cannot be used.</exception>
    internal static ECDsa Make(DataDirectory directory, KeyKind kind, NewKeyPlace place) =>
        place.Token is not { } token
            ? ECDsa.Create(ECCurve.NamedCurves.nistP256)
            : TokenModule.Needed(directory.Tokens, token).Make(token, kind == KeyKind.Signing ? "IwTune signing key" : "IwTune CA");

    internal static string Content(KeyKind kind, ECDsa key, TimeProvider clock) =>
        kind == KeyKind.Signing ? SigningKeys.From(key).PublicKey : CertificateAuthority.CertificateOf(key, clock);
}
