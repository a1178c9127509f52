using System.Text.Json;
using System.Text.Json.Serialization;

namespace IwTune.Shared.Compliance.Controls;

/// <summary>Which clauses of a standard the controls serve. A file of such a mapping can be given to the server.</summary>
public sealed record StandardMapping
{
    private const int MostText = 80;

    /// <summary>What people call the standard: <c>ISO/IEC 27001:2022</c>.</summary>
    public string Standard
    {
        get;
        init => field = value ?? "";
    } = "";

    /// <summary>The clauses of each control, by the control's id.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Clauses
    {
        get;
        init => field = value ?? new Dictionary<string, IReadOnlyList<string>>();
    } = new Dictionary<string, IReadOnlyList<string>>();

    /// <summary>The mappings that IwTune has.</summary>
    public static IReadOnlyList<StandardMapping> BuiltIn { get; } = ReadBuiltIn();

    /// <summary>Reads the text of a mapping file.</summary>
    /// <returns>The mapping, or everything that is wrong with it.</returns>
    public static (StandardMapping? Mapping, IReadOnlyList<string> Problems) Read(string json)
    {
        StandardMapping? mapping;
        try
        {
            mapping = JsonSerializer.Deserialize(json, StandardsJson.Default.StandardMapping);
        }
        catch (JsonException malformed)
        {
            return (null, [$"it is not a mapping: {malformed.Message}"]);
        }
        var problems = mapping is null ? ["it is not a mapping: null"] : mapping.Problems().ToList();
        return problems.Count > 0 ? (null, problems) : (mapping, []);
    }

    private IEnumerable<string> Problems()
    {
        if (!IsText(Standard))
            yield return $"'standard' must name it in 1 to {MostText} printable characters";
        if (Clauses is not { Count: > 0 })
            yield return "'clauses' must name the clauses of at least one control";
        foreach (var (id, clauses) in Clauses ?? new Dictionary<string, IReadOnlyList<string>>())
        {
            if (!BuiltInControls.All.Any(control => control.Id == id))
                yield return $"'{Exports.ExportVerifier.Short(id)}' is no control; they are {BuiltInControls.All[0].Id} to "
                    + $"{BuiltInControls.All[^1].Id}";
            if (clauses is not { Count: > 0 } || !clauses.All(IsText))
                yield return $"'{Exports.ExportVerifier.Short(id)}' must list clauses, each of 1 to {MostText} printable characters";
        }
    }

    private static bool IsText(string? text) => text is { Length: > 0 and <= MostText } && !text.Any(char.IsControl);

    private static IReadOnlyList<StandardMapping> ReadBuiltIn()
    {
        using var file = typeof(StandardMapping).Assembly.GetManifestResourceStream("standards.json")!;
        return JsonSerializer.Deserialize(file, StandardsJson.Default.IReadOnlyListStandardMapping)!;
    }
}

/// <summary>The JSON of mapping files: an unknown key is an error, since it would be ignored otherwise.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    PropertyNameCaseInsensitive = false,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow
)]
[JsonSerializable(typeof(StandardMapping))]
[JsonSerializable(typeof(IReadOnlyList<StandardMapping>))]
internal sealed partial class StandardsJson : JsonSerializerContext;
