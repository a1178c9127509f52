using System.Globalization;
using System.Net;

namespace IwTune.Shared.Wire;

/// <summary>What a <see cref="Survey"/> must satisfy to be stored and shown.</summary>
public static class SurveyRules
{
    /// <summary>Bytes of its JSON at most.</summary>
    public const int MostBytes = 1 << 20;

    /// <summary>Services at most, in a list and in a survey.</summary>
    public const int MostReadings = 1_000;

    /// <summary>Services that may be surveyed without a statement that their owners agree.</summary>
    public const int FreeReadings = 20;

    /// <summary>Characters of a failure at most.</summary>
    public const int MostFailure = 500;

    private const int MostHost = 253; // RFC 1035 section 2.3.4, without the root's label
    private const int MostSegments = 100_000;
    private const int MostScale = 14; // RFC 7323 section 2.3
    private const long MostFlight = 64L << 20,
        MostRtt = 60_000_000;

    /// <summary>Every problem, one sentence each, with the path of the value; empty when it is sound.</summary>
    public static IReadOnlyList<string> Problems(Survey survey)
    {
        var problems = new List<string>();
        if (survey.Format != Survey.CurrentFormat)
            problems.Add($"format: must be '{Survey.CurrentFormat}'; another version of iwtune wrote this survey");
        if (survey.Readings is not { Count: >= 1 and <= MostReadings } readings)
        {
            problems.Add($"readings: 1 to {MostReadings} entries");
            return problems;
        }
        var seen = new Dictionary<string, int>(StringComparer.Ordinal);
        for (var i = 0; i < readings.Count; i++)
        {
            if (readings[i] is not { } reading)
            {
                problems.Add($"readings[{i}]: may not be null");
                continue;
            }
            problems.AddRange(Problems(reading).Select(problem => $"readings[{i}].{problem}"));
            if (reading.Host is not null && !seen.TryAdd(reading.Service(), i))
                problems.Add($"readings[{i}]: {reading.Service()} is in readings[{seen[reading.Service()]}] too");
        }
        return problems;
    }

    /// <summary>The problems of one reading.</summary>
    public static IEnumerable<string> Problems(SurveyReading reading)
    {
        if (!IsHost(reading.Host))
            yield return $"host: a name or an address in lower case, 1 to {MostHost} characters";
        if (reading.Port is < 1 or > 65_535)
            yield return $"port: {Text(reading.Port)} is outside 1..65535";
        if (reading.Address is not { } address || (address.Length > 0 && !IPAddress.TryParse(address, out _)))
            yield return "address: an IP address, or empty";
        if (!IsText(reading.Failure, MostFailure))
            yield return $"failure: at most {MostFailure} printable characters";
        if (reading.Segments is < 1 or > MostSegments)
            yield return $"segments: {Text(reading.Segments)} is outside 1..{MostSegments}";
        if (reading.Verdict is { } verdict && !Enum.IsDefined(verdict))
            yield return "verdict: must be IwLimited, DataLimited or PeerWindowLimited";
        if (reading.Bytes is < 1 or > MostFlight)
            yield return $"bytes: {Text(reading.Bytes)} is outside 1..{MostFlight}";
        if (reading.Mss is < 1 or > 65_535)
            yield return $"mss: {Text(reading.Mss)} is outside 1..65535";
        if (reading.RttMicroseconds is < 0 or > MostRtt)
            yield return $"rttMicroseconds: {Text(reading.RttMicroseconds)} is outside 0..{MostRtt}";
        if (reading.ReceiveWindow is < 0 or > ushort.MaxValue)
            yield return $"receiveWindow: {Text(reading.ReceiveWindow)} is outside 0..{ushort.MaxValue}";
        if (reading.ReceiveScale is < 0 or > MostScale)
            yield return $"receiveScale: {Text(reading.ReceiveScale)} is outside 0..{MostScale}";
        if (IsHalf(reading))
            yield return "segments: needs verdict, bytes, mss and rttMicroseconds, and no failure";
        if (reading is { Segments: null, Failure: "" })
            yield return "failure: must say why segments is missing";
    }

    private static bool IsHalf(SurveyReading reading)
    {
        var has = reading.Segments is not null;
        return has != reading.Verdict is not null
            || has != reading.Bytes is not null
            || has != reading.Mss is not null
            || has != reading.RttMicroseconds is not null
            || (has && reading.Failure is { Length: > 0 });
    }

    private static string Text(long? number) => number?.ToString(CultureInfo.InvariantCulture) ?? "";

    private static bool IsHost(string? host) =>
        host is { Length: >= 1 and <= MostHost }
        && host.All(letter => char.IsAsciiLetterLower(letter) || char.IsAsciiDigit(letter) || letter is '.' or '-' or '_' or ':');

    private static bool IsText(string? text, int most) =>
        text is not null && text.Length <= most && !text.Any(letter => char.IsControl(letter) || char.IsSurrogate(letter));
}
