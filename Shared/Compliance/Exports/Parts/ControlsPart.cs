using IwTune.Shared.Compliance.Controls;

namespace IwTune.Shared.Compliance.Exports.Parts;

/// <summary>What the controls require, and the clauses that they serve. Every format reads it from here.</summary>
public static class ControlsPart
{
    /// <summary>As lines of JSON.</summary>
    public static ExportPart Part { get; } =
        new("controls.jsonl", "the controls: what each requires, how to correct it, and the clauses of standards that it serves")
        {
            Line = ExportJson.Default.CatalogControl,
            Check = Check,
        };

    private static void Check(ExportReading reading)
    {
        using var lines = reading.Lines(Part, ExportJson.Default.CatalogControl);
        var controls = new List<CatalogControl>();
        while (!reading.Full && lines.Next() is { } control)
        {
            if (
                control is not { Id: not null, Title: not null, Requirement: not null, Fix: not null, Clauses: not null }
                || control.Clauses.Any(clause => clause is not { Standard: not null, Clause: not null })
            )
            {
                lines.Problem("is not a control");
                return;
            }
            if (controls.Any(known => known.Id == control.Id))
                lines.Problem("is a duplicate");
            controls.Add(control);
        }
        if (lines.Broken)
            return;
        foreach (var id in reading.Manifest.Counts.Controls?.Keys ?? [])
            if (!controls.Any(control => control.Id == id))
                reading.Problem($"{Part.Name} does not describe {ExportVerifier.Short(id)}, of which rows have a result");
        reading.Catalog = new(controls);
        lines.Finish();
    }
}
