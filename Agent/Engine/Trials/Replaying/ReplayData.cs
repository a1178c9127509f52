using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Trials.Replaying;

/// <summary>What the script of the replay reads.</summary>
/// <param name="Size">Bytes of the response.</param>
/// <param name="Cell">Bytes that a cell stands for.</param>
/// <param name="Arms">One for each window.</param>
internal sealed record ReplayData(long Size, long Cell, IReadOnlyList<ReplayArm> Arms)
{
    /// <summary>More cells than this are hard to see, and slow to draw.</summary>
    private const int MostCells = 480;

    public static ReplayData Of(Capture capture)
    {
        var mss = capture.Arms[0].Mss ?? 1;
        var segments = (capture.SizeBytes + mss - 1) / mss;
        var pause = Math.Max(capture.RttMicroseconds * 2 / 5, LeastPause);
        return new ReplayData(
            capture.SizeBytes,
            mss * ((segments + MostCells - 1) / MostCells),
            [.. capture.Arms.Select(arm => ReplayArm.Of(arm.Received, pause))]
        );
    }

    /// <summary>Microseconds: shorter ones are the work of the machine.</summary>
    private const long LeastPause = 3_000;
}

/// <summary>The arrivals of one response.</summary>
/// <param name="Points">Milliseconds since the request, bytes that had arrived by then, and the number of pauses before.</param>
internal sealed record ReplayArm(double[][] Points)
{
    public static ReplayArm Of(IReadOnlyList<CapturePoint> received, long pause)
    {
        var (points, group) = (new List<double[]>(), 0);
        for (var i = 0; i < received.Count; i++)
        {
            group += i > 0 && received[i].At - received[i - 1].At > pause ? 1 : 0;
            points.Add([received[i].At / 1000.0, received[i].Bytes, group]);
        }
        return new ReplayArm([.. points]);
    }

    /// <summary>Segments between pauses, from the first arrival on.</summary>
    public IReadOnlyList<long> Groups(int mss)
    {
        var (groups, before) = (new List<long>(), 0.0);
        for (var i = 0; i < Points.Length; i++)
        {
            if (i + 1 < Points.Length && Points[i + 1][2] == Points[i][2])
                continue;
            groups.Add((long)Math.Ceiling((Points[i][1] - before) / mss));
            before = Points[i][1];
        }
        return groups;
    }
}

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, GenerationMode = JsonSourceGenerationMode.Serialization)]
[JsonSerializable(typeof(ReplayData))]
internal sealed partial class ReplayJson : JsonSerializerContext;
