using System.Text.Json.Serialization.Metadata;

namespace IwTune.Shared.Compliance.Exports.Parts;

/// <summary>A file of rows in an export: writer, readme, schemas and verifier all go by this description.</summary>
/// <param name="Name">Its name in the zip.</param>
/// <param name="About">What it holds, as README.txt says it.</param>
public sealed record ExportPart(string Name, string About)
{
    /// <summary>Columns of a CSV file; <see langword="null"/> for any other.</summary>
    public IReadOnlyList<string>? Columns { get; init; }

    /// <summary>The columns that an export of <see cref="ExportManifest.Version1"/> may have instead, the latest first.</summary>
    public IReadOnlyList<IReadOnlyList<string>> FormerColumns { get; init; } = [];

    /// <summary>What a line of JSON is; <see langword="null"/> for CSV, and where another project defines the lines.</summary>
    public JsonTypeInfo? Line { get; init; }

    /// <summary>True when an export of the first format without it is not whole. A part that is added later is not required.</summary>
    public bool Required { get; init; }

    /// <summary>True for a file that an export has only when its <see cref="Formats.ExportFormat"/> is asked for.</summary>
    public bool Optional { get; init; }

    /// <summary>Checks what is in it; <see langword="null"/> when another part is checked together with it.</summary>
    internal Action<ExportReading>? Check { get; init; }

    /// <summary>The columns of tables in an export of this format, the latest ones.</summary>
    internal IReadOnlyList<string> ColumnsOf(ExportManifest manifest) =>
        manifest.Format == ExportManifest.Version1 ? FormerColumns[0] : Columns!;

    /// <summary>Name of the schema of its lines: <c>hosts</c>.</summary>
    public string SchemaName => Path.GetFileNameWithoutExtension(Name);
}
