namespace IwTune.Shared.Compliance.Exports;

/// <summary>The files of an export.</summary>
public static class ExportNames
{
    /// <summary>The hosts, one a line, RFC 4180.</summary>
    public const string HostsCsv = "hosts.csv";

    /// <summary>The same hosts, one JSON value a line.</summary>
    public const string HostsJsonLines = "hosts.jsonl";

    /// <summary>What changed in the period, host by host, one JSON value a line.</summary>
    public const string Changes = "changes.jsonl";

    /// <summary>The exceptions that were in force or ended in the period.</summary>
    public const string Exceptions = "exceptions.csv";

    /// <summary>How to check it all.</summary>
    public const string Readme = "README.txt";

    /// <summary>The description of the whole export; this file is signed.</summary>
    public const string Manifest = "manifest.json";

    /// <summary>The signature: a DSSE envelope around the manifest.</summary>
    public const string Signature = "signature.json";

    /// <summary>Type of what the envelope carries.</summary>
    public const string PayloadType = "application/vnd.iwtune.export.v1+json";

    /// <summary>The document of a revision.</summary>
    public static string Policy(string policy, int revision) => $"policies/{policy}/r{revision}.yaml";

    /// <summary>The schema of a file's lines, or of the manifest.</summary>
    public static string Schema(string of) => $"schemas/{of}.schema.json";
}
