using System.Globalization;

namespace IwTune.Agent.Windows.Templates;

/// <summary>
/// The values of an object of root/StandardCimv2, by property. They come as generated enumerations, as their names (text, or objects that
/// crossed a process) or as their numbers, depending on how the object was read; a property without a value is <see langword="null"/>.
/// </summary>
/// <param name="row">Names are compared without their case, as PowerShell does.</param>
internal sealed class PropertyValues(IReadOnlyDictionary<string, object?> row)
{
    /// <summary>Every property with a value, as text.</summary>
    public IEnumerable<(string Name, string Text)> All =>
        row.Keys.Select(name => (name, Text(name) ?? "")).Where(one => one.Item2.Length > 0);

    /// <summary>True when there is such a property, with a value or without.</summary>
    public bool Has(string name) => row.ContainsKey(name) || row.Keys.Any(key => key.Equals(name, StringComparison.OrdinalIgnoreCase));

    /// <summary>As text, trimmed; <see langword="null"/> when it has no value.</summary>
    public string? Text(string name) =>
        Convert.ToString(Find(name), CultureInfo.InvariantCulture)?.Trim() is { Length: > 0 } text ? text : null;

    /// <summary>As a whole number that is not negative; <see langword="null"/> when it has no value or another one.</summary>
    public int? Number(string name) =>
        Find(name) switch
        {
            byte or ushort or short or int or uint or long or ulong or sbyte or string => int.TryParse(
                Text(name),
                NumberStyles.None,
                CultureInfo.InvariantCulture,
                out var number
            )
                ? number
                : null,
            _ => null,
        };

    /// <summary>As the name of a template.</summary>
    public TemplateName? Template(string name) => TemplateNames.Of(Text(name));

    /// <summary>As a switch: <c>Enabled</c>, <c>True</c>, 1; <c>Disabled</c>, <c>False</c>, 0.</summary>
    public bool? Switch(string name) =>
        Text(name)?.ToUpperInvariant() switch
        {
            "ENABLED" or "TRUE" or "1" => true,
            "DISABLED" or "FALSE" or "0" => false,
            _ => null,
        };

    private object? Find(string name) =>
        row.TryGetValue(name, out var value)
            ? value
            : row.FirstOrDefault(one => one.Key.Equals(name, StringComparison.OrdinalIgnoreCase)).Value;
}
