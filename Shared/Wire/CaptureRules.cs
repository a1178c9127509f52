namespace IwTune.Shared.Wire;

/// <summary>What a <see cref="Capture"/> must satisfy to be stored and drawn.</summary>
public static class CaptureRules
{
    /// <summary>Bytes of its JSON at most.</summary>
    public const int MostBytes = 1 << 20;

    /// <summary>Arms at most: more cannot be distinguished in one panel.</summary>
    public const int MostArms = 4;

    /// <summary>Points of one kind in one arm at most.</summary>
    public const int MostPoints = 4_000;

    private const int MostTitle = 120,
        MostName = 40,
        MostEnvironment = 200,
        MostControl = 16;
    private const long MostSize = 64L << 20,
        MostTime = 600_000_000,
        MostRtt = 60_000_000;

    /// <summary>Every problem, one sentence each, with the path of the value; empty when it is sound.</summary>
    public static IReadOnlyList<string> Problems(Capture capture)
    {
        var problems = new List<string>();
        if (capture.Format != Capture.CurrentFormat)
            problems.Add($"format: must be '{Capture.CurrentFormat}'; another version of iwtune wrote this capture");
        if (!IsText(capture.Title, 1, MostTitle))
            problems.Add($"title: 1 to {MostTitle} printable characters");
        if (!IsText(capture.Environment, 0, MostEnvironment))
            problems.Add($"environment: at most {MostEnvironment} printable characters");
        if (!IsText(capture.CongestionControl, 0, MostControl))
            problems.Add($"congestionControl: at most {MostControl} printable characters");
        if (capture.SizeBytes is < 1 or > MostSize)
            problems.Add($"sizeBytes: {capture.SizeBytes} is outside 1..{MostSize}");
        if (capture.RttMicroseconds is < 0 or > MostRtt)
            problems.Add($"rttMicroseconds: {capture.RttMicroseconds} is outside 0..{MostRtt}");
        if (capture.RateBitsPerSecond is < 1 or > 1_000_000_000_000)
            problems.Add($"rateBitsPerSecond: {capture.RateBitsPerSecond} is outside 1..1000000000000");
        if (capture.QueuePackets is < 0 or > 1_000_000)
            problems.Add($"queuePackets: {capture.QueuePackets} is outside 0..1000000");
        if (capture.Arms is not { Count: >= 1 and <= MostArms } arms)
        {
            problems.Add($"arms: 1 to {MostArms} entries");
            return problems;
        }
        var names = new HashSet<string>(StringComparer.Ordinal);
        for (var i = 0; i < arms.Count; i++)
        {
            if (arms[i] is not { } arm)
                problems.Add($"arms[{i}]: may not be null");
            else
                Check($"arms[{i}]", arm, capture.SizeBytes, names, problems);
        }
        return problems;
    }

    private static void Check(string at, CaptureArm arm, long size, HashSet<string> names, List<string> problems)
    {
        if (!IsText(arm.Name, 1, MostName))
            problems.Add($"{at}.name: 1 to {MostName} printable characters");
        else if (!names.Add(arm.Name))
            problems.Add($"{at}.name: another arm has the name '{arm.Name}'");
        if (arm.InitCwnd is < 1 or > 1024)
            problems.Add($"{at}.initCwnd: {arm.InitCwnd} is outside 1..1024");
        if (arm.Mss is < 1 or > 65_535)
            problems.Add($"{at}.mss: {arm.Mss} is outside 1..65535");
        Check($"{at}.sent", arm.Sent, size, rising: true, problems);
        Check($"{at}.received", arm.Received, size, rising: true, problems);
        Check($"{at}.acknowledged", arm.Acknowledged, size, rising: true, problems);
        // The receiver may allow more than there is to send, and must not take any of it back (RFC 9293 §3.8.6).
        Check($"{at}.allowed", arm.Allowed, size + (1L << 30), rising: true, problems);
        Check($"{at}.retransmits", arm.Retransmits, size, rising: false, problems);
        Check($"{at}.dropped", arm.Dropped, size, rising: false, problems);
        if (arm is { Sent.Count: 0, Received.Count: 0 })
            problems.Add($"{at}: has no points in sent or received");
    }

    private static void Check(string at, IReadOnlyList<CapturePoint>? points, long most, bool rising, List<string> problems)
    {
        if (points is null || points.Count > MostPoints)
        {
            problems.Add(points is null ? $"{at}: may not be null" : $"{at}: {points.Count} points; at most {MostPoints}");
            return;
        }
        var (time, bytes) = (0L, 0L);
        for (var i = 0; i < points.Count; i++)
        {
            if (points[i] is not { } point)
            {
                problems.Add($"{at}[{i}]: may not be null");
                return;
            }
            var wrong = point switch
            {
                { At: < 0 or > MostTime } => $"at: {point.At} is outside 0..{MostTime} microseconds",
                _ when point.Bytes < 0 || point.Bytes > most => $"bytes: {point.Bytes} is outside 0..{most}",
                _ when point.At < time => $"at: {point.At} is earlier than the previous point",
                _ when rising && point.Bytes < bytes => $"bytes: {point.Bytes} is less than at the previous point",
                _ => null,
            };
            if (wrong is not null)
            {
                // One broken point makes those behind it look broken too.
                problems.Add($"{at}[{i}].{wrong}");
                return;
            }
            (time, bytes) = (point.At, point.Bytes);
        }
    }

    private static bool IsText(string? text, int least, int most)
    {
        if (text is null || text.Length < least || text.Length > most)
            return false;
        foreach (var letter in text)
        {
            if (char.IsControl(letter) || char.IsSurrogate(letter))
                return false;
        }
        return true;
    }
}
