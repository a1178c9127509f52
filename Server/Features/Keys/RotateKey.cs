using System.Security.Cryptography;
using IwTune.Server.Features.Audit;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Keys;

/// <summary>A new key beside the one in use. Hosts are told of it in bundles that a key signs which they trust already.</summary>
internal static class RotateKey
{
    public static Task<KeyOutcome> RunAsync(StoredKeys keys, DataDirectory directory, KeyKind kind, string actor, string reason, TimeProvider clock) =>
        keys.Database.WriteAsync<KeyOutcome>(async write =>
        {
            var rows = (await KeyQueries.ListAsync(write)).Where(row => row.RetiredAt is null && row.Kind == $"{kind}").ToList();
            if (rows.Count == 0)
                return new KeyOutcome.Refused("The store has no keys yet: start the server once.");
            if (rows.Count > 1)
                return new KeyOutcome.Refused($"A rotation is under way: {rows[^1].Shown} is still in use beside {rows[0].Shown}. 'iwtune-server keys list' shows which hosts do not know the new one; retire the old one first.");
            var made = await MakeAsync(write, keys, directory, kind, actor, reason, clock);
            return new KeyOutcome.Done(kind == KeyKind.Signing
                ? $"The {made.Shown} is made. Bundles are signed by it and, for hosts that do not know it yet, by the {rows[0].Shown} too, which the server retires when every host has acknowledged the new one."
                : $"The {made.Shown} is made, and hosts are told of it. The server's certificate comes from the {rows[0].Shown} until you retire that: 'iwtune-server keys retire {rows[0].Id[..12]}'. Its pin changes then for 'iwtune fleet' and for hosts that join.");
        });

    /// <summary>Makes a key, announces it, and keeps its private half where every server of the store finds it.</summary>
    internal static async Task<KeyRow> MakeAsync(DbSession write, StoredKeys keys, DataDirectory directory, KeyKind kind, string actor, string reason, TimeProvider clock)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var id = SigningKeys.From(key).KeyId;
        var since = await KeyWrites.AdvanceAsync(write);
        var row = new KeyRow { Id = id, Kind = $"{kind}", File = KeyRow.FileOf(kind, id), Content = Content(kind, key, clock), Since = since, MadeBy = actor, Reason = reason };
        // The private half first: a row without it would stop every server. One that no row names is only litter.
        directory.WriteKey(row.File, KeyFile.Text(key));
        await KeyWrites.AddAsync(write, clock, row);
        if (keys.Database.Store.IsShared)
            await keys.AddAsync(write, row.File, KeyFile.Text(key));
        await AuditLog.AppendAsync(write, clock, actor, "key.rotate", $"key:{id}", $"The {row.Shown} was made and is announced to hosts (number {since}).", reason);
        return row;
    }

    private static string Content(KeyKind kind, ECDsa key, TimeProvider clock)
    {
        if (kind == KeyKind.Signing)
            return SigningKeys.From(key).PublicKey;
        using var authority = CertificateAuthority.Make(key, clock);
        return authority.Pem;
    }
}
