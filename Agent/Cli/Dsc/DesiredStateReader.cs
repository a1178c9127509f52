using System.Text;
using System.Text.Json;
using IwTune.Agent.Cli.Applying;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Dsc;

/// <summary>Reads the input and finds all its problems.</summary>
internal sealed class DesiredStateReader(IReadOnlyCollection<string> interfaces)
{
    /// <summary>Properties that the resource reports, and that come back when an exported state is set: ignored.</summary>
    private static readonly string[] ReadOnly = ["_inDesiredState", "_metadata", "windows", "unmatched"];

    private readonly List<string> _problems = [];
    private bool _named;

    /// <summary>Every problem as a sentence; empty when the input is valid.</summary>
    public IReadOnlyList<string> Problems => _problems;

    /// <summary>Problems that stop nothing.</summary>
    public List<string> Warnings { get; } = [];

    /// <returns>The desired state; unusable when there are problems.</returns>
    public DesiredState Read(string input)
    {
        if (string.IsNullOrWhiteSpace(input))
        {
            _problems.Add("The input is empty; it is one JSON object on standard input, with policy, policyFile or _exist.");
            return new DesiredState(true, null);
        }
        try
        {
            using var document = JsonDocument.Parse(input);
            return document.RootElement.ValueKind == JsonValueKind.Object
                ? Read(document.RootElement)
                : NoObject(document.RootElement.ValueKind);
        }
        catch (JsonException e)
        {
            _problems.Add(
                $"The input is not JSON, line {e.LineNumber + 1}, byte {e.BytePositionInLine + 1}: {e.Message.Split(" LineNumber:")[0]}"
            );
            return new DesiredState(true, null);
        }
    }

    private DesiredState NoObject(JsonValueKind kind)
    {
        var found = kind switch
        {
            JsonValueKind.Array => "an array",
            JsonValueKind.Null => "null",
            _ => $"a {kind.ToString().ToLowerInvariant()}",
        };
        _problems.Add($"The input must be one JSON object with the properties of the resource; it is {found}.");
        return new DesiredState(true, null);
    }

    private DesiredState Read(JsonElement root)
    {
        var exist = true;
        BundleContent? content = null;
        foreach (var property in root.EnumerateObject().GroupBy(property => property.Name, StringComparer.Ordinal))
        {
            if (property.Count() > 1)
                _problems.Add($"{property.Key}: written {property.Count()} times; write it once.");
            var value = property.Last().Value;
            switch (property.Key)
            {
                case "_exist" when value.ValueKind is JsonValueKind.True or JsonValueKind.False:
                    exist = value.GetBoolean();
                    break;
                case "_exist":
                    _problems.Add($"_exist: {Shown(value)}: must be true or false.");
                    break;
                case "policy":
                    content = Inline(value);
                    break;
                case "policyFile":
                    content = FromFile(value);
                    break;
                case var known when ReadOnly.Contains(known, StringComparer.Ordinal):
                    break;
                default:
                    _problems.Add($"{property.Key}: the resource has no such property; there are policy, policyFile and _exist.");
                    break;
            }
        }
        return new DesiredState(exist, content);
    }

    private BundleContent? Inline(JsonElement value)
    {
        Names("policy");
        if (value.ValueKind != JsonValueKind.Object)
        {
            _problems.Add($"policy: {Shown(value)}: must be an object, the policy itself; a path is written as policyFile.");
            return null;
        }
        // Written anew without blanks: a policy that starts with a brace and a quotation mark is read as JSON, and keeps duplicate keys.
        using var buffer = new MemoryStream();
        using (var writer = new Utf8JsonWriter(buffer))
            value.WriteTo(writer);
        var read = PolicyReader.Read(Encoding.UTF8.GetString(buffer.GetBuffer(), 0, (int)buffer.Length), interfaces);
        _problems.AddRange(read.Problems.Select(Placed));
        Warnings.AddRange(read.Warnings.Select(Placed));
        return read.Policy is { } policy ? BundleContent.From(policy) : null;
    }

    private BundleContent? FromFile(JsonElement value)
    {
        Names("policyFile");
        if (value.ValueKind != JsonValueKind.String || value.GetString() is not { } path || !Path.IsPathFullyQualified(path))
        {
            _problems.Add($"policyFile: {Shown(value)}: must be the full path of a file, because dsc decides where its resources run.");
            return null;
        }
        try
        {
            var read = PolicyReader.Read(PolicyFile.Text(path), interfaces);
            if (read.Problems.Count > 0)
                _problems.AddRange(Output.Problems.Lines(path, read.Problems).Split('\n'));
            Warnings.AddRange(read.Warnings.Select(warning => $"{path}:{warning}"));
            return read.Policy is { } policy ? BundleContent.From(policy) : null;
        }
        catch (UsageException e)
        {
            _problems.Add($"policyFile: {e.Message}");
            return null;
        }
    }

    private void Names(string property)
    {
        if (_named)
            _problems.Add($"{property}: policy and policyFile stand for the same; write one of them.");
        _named = true;
    }

    /// <summary>The line and column of a document that a program wrote as JSON do not help; the path does.</summary>
    private static string Placed(PolicyProblem problem) =>
        $"policy{(problem.Path.Length > 0 ? "." : ": ")}{problem with { Line = 0, Column = 0 }}";

    private static string Shown(JsonElement value) => value.GetRawText() is { Length: > 60 } text ? text[..60] + "…" : value.GetRawText();
}

/// <summary>The desired state in the input.</summary>
/// <param name="Exist">False to restore everything to before iwtune came.</param>
/// <param name="Content">The policy's content; <see langword="null"/> when the input names none.</param>
internal sealed record DesiredState(bool Exist, BundleContent? Content);
