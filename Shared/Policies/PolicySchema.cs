using System.Text;

namespace IwTune.Shared.Policies;

/// <summary>The JSON schema (draft 2020-12) of a policy, for editors. docs/policy-schema.json, carried in the assembly.</summary>
public static class PolicySchema
{
    /// <summary>The schema as JSON text.</summary>
    public static string Text { get; } = Read();

    private static string Read()
    {
        using var stream = typeof(PolicySchema).Assembly.GetManifestResourceStream("policy-schema.json")!;
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    }
}
