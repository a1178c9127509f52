using System.Text.Json;
using System.Text.Json.Serialization;

namespace IwTune.Lab.Reproducing;

/// <summary>The results of a run of the laboratory.</summary>
/// <param name="Date">When it ended.</param>
/// <param name="Form"><c>full</c>, <c>short</c>, or the benchmarks that were chosen.</param>
/// <param name="Seed">Of the path.</param>
/// <param name="Environment">Where.</param>
/// <param name="Findings">The rows.</param>
public sealed record LabReport(DateTimeOffset Date, string Form, ulong Seed, LabEnvironment Environment, IReadOnlyList<Finding> Findings)
{
    [JsonIgnore]
    public int Failed => Findings.Count(finding => finding.Verdict == Verdict.Fails);

    /// <summary>One sentence of counts.</summary>
    [JsonIgnore]
    public string Summary =>
        $"{Findings.Count} rows: {Count(Verdict.Holds)} hold, {Failed} fail, {Count(Verdict.Refuted)} claims do not hold, "
        + $"{Count(Verdict.NotJudged)} not judged";

    public string ToJson() => JsonSerializer.Serialize(this, LabJson.Default.LabReport);

    /// <exception cref="LabException">It is not a report.</exception>
    public static LabReport Read(string file)
    {
        try
        {
            return JsonSerializer.Deserialize(File.ReadAllText(file), LabJson.Default.LabReport)
                ?? throw new LabException($"{file} holds no report");
        }
        catch (Exception wrong) when (wrong is JsonException or IOException or UnauthorizedAccessException)
        {
            throw new LabException($"{file} is no report of `lab reproduce`: {wrong.Message}");
        }
    }

    private int Count(Verdict verdict) => Findings.Count(finding => finding.Verdict == verdict);
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    WriteIndented = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(LabReport))]
internal sealed partial class LabJson : JsonSerializerContext;
