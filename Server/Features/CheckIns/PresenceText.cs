using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.CheckIns;

/// <summary>Presences as servers exchange them: one line each, complete when more than the time is new.</summary>
internal static class PresenceText
{
    private const int CheckBytes = 4;

    /// <summary>The host, and everything its latest check-in said.</summary>
    public static string Whole(string id, Presence presence) =>
        JsonSerializer.Serialize<string?[]>([
            id,
            Number(presence.SeenAt),
            presence.BootId,
            presence.EarlierBoot,
            Number(presence.Counter),
            presence.Held is { } held ? Number(held.Sequence) : null,
            presence.Held?.Digest,
            presence.Held is { } until ? Number(until.Expires.ToUnixTimeMilliseconds()) : null,
            presence.StateHash,
            presence.Rejected,
            presence.Trust is { } trust ? Number(trust) : null,
            presence.Restored?.At.ToString("O", CultureInfo.InvariantCulture),
            presence.Restored is { CutOff: true } ? "" : null,
        ]);

    public static (string Id, Presence Presence)? ReadWhole(string text)
    {
        try
        {
            if (
                JsonSerializer.Deserialize<string?[]>(text)
                is not [
                    { } id,
                    { } seen,
                    { } boot,
                    { } earlier,
                    { } counter,
                    var sequence,
                    var digest,
                    var expires,
                    { } hash,
                    var rejected,
                    .. var later,
                ]
            )
                return null;
            var held = digest is null ? null : new HeldBundle(Number(sequence!), digest, Clock.At(Number(expires!)));
            return (
                id,
                new Presence(Number(seen), boot, earlier, Number(counter), held, hash, rejected)
                {
                    Trust = later is [{ } trust, ..] ? Number(trust) : null,
                    Restored = later is [_, { } at, var cutOff, ..] ? new(Moment(at), cutOff is not null) : null,
                }
            );
        }
        catch (Exception foreign) when (foreign is JsonException or FormatException or OverflowException or ArgumentException)
        {
            return null;
        }
    }

    /// <summary>
    /// The host, when it was seen and its check-in's number; and a mark of everything else, so that a server whose data differs notices.
    /// </summary>
    public static string Seen(string id, Presence presence) =>
        $"{id} {Number(presence.SeenAt)} {Number(presence.Counter)} {Mark(presence)}";

    public static (string Id, long SeenAt, long Counter, string Mark)? ReadSeen(string text) =>
        text.Split(' ') is [var id, var seen, var counter, var mark]
        && long.TryParse(seen, NumberStyles.None, CultureInfo.InvariantCulture, out var at)
        && long.TryParse(counter, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? (id, at, number, mark)
            : null;

    public static string Mark(Presence presence) =>
        Convert.ToHexStringLower(
            SHA256
                .HashData(
                    Encoding.UTF8.GetBytes($"{presence.BootId}\n{presence.Held?.Digest}\n{presence.Held?.Sequence}\n{presence.StateHash}")
                )
                .AsSpan(0, CheckBytes)
        );

    private static string Number(long number) => number.ToString(CultureInfo.InvariantCulture);

    // To the tick: another time is another attempt.
    private static DateTimeOffset Moment(string text) => DateTimeOffset.ParseExact(text, "O", CultureInfo.InvariantCulture);

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
