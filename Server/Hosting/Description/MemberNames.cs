using System.Net;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using IwTune.Shared.Fleet;

namespace IwTune.Server.Hosting.Description;

/// <summary>
/// A comment as the description of a call's data: it names members as this program declares them, <c>int? RingRule.Hosts</c>, and readers
/// of the API know fields, paths and values.
/// </summary>
internal static partial class MemberNames
{
    private static readonly ILookup<string, Type> Types = typeof(FleetPaths).Assembly.GetExportedTypes().ToLookup(type => type.Name);

    /// <param name="text">As the comment became it.</param>
    /// <param name="owner">The schema that it describes, or a property of it.</param>
    /// <param name="isSchema">Whether the API has data of such a type.</param>
    public static string Told(string text, string owner, Func<string, bool> isSchema) =>
        Declared().Replace(Whitespace().Replace(WebUtility.HtmlDecode(text), " "), match => Named(match, owner, isSchema));

    private static string Named(Match match, string owner, Func<string, bool> isSchema)
    {
        var (type, member, before) = (match.Groups["owner"].Value, match.Groups["member"].Value, match.Groups["before"].Value);
        var found = Types[type]
            .SelectMany(one => one.GetMember(member, BindingFlags.Public | BindingFlags.Static | BindingFlags.Instance))
            .FirstOrDefault();
        var name = found switch
        {
            null => null,
            { DeclaringType.IsEnum: true } => $"`{member}`",
            FieldInfo field when Value(field.GetValue(null)) is { } value => value,
            PropertyInfo { GetMethod.IsStatic: true } property when Value(property.GetValue(null)) is { } value => value,
            PropertyInfo property when type == owner => $"`{Json(property)}`",
            PropertyInfo property when isSchema(type) => $"`{type}.{Json(property)}`",
            MethodInfo method when type == nameof(FleetPaths) && method.GetParameters().All(one => one.ParameterType == typeof(string)) =>
                Path(method),
            _ => $"{type}.{member}",
        };
        // A word before an enum's value is the sentence's own.
        return name is null ? match.Value
            : found!.DeclaringType!.IsEnum ? $"{before}{name}"
            : name;
    }

    private static string? Value(object? value) =>
        value switch
        {
            string text => $"`{text}`",
            int number => $"{number}",
            IReadOnlyList<string> several => string.Join(", ", several.Select(one => $"`{one}`")),
            _ => null,
        };

    /// <summary>The path with the names of its parameters: <c>/api/v1/hosts/{idOrName}/traffic</c>.</summary>
    private static string Path(MethodInfo method)
    {
        object[] names = [.. method.GetParameters().Select(parameter => $"{{{parameter.Name}}}")];
        return $"`{Uri.UnescapeDataString((string)method.Invoke(null, names)!)}`";
    }

    private static string Json(PropertyInfo property) =>
        property.GetCustomAttribute<JsonPropertyNameAttribute>()?.Name ?? JsonNamingPolicy.CamelCase.ConvertName(property.Name);

    // A type as C# writes it, then the member: IReadOnlyDictionary<int, long> Histogram.Slots.
    [GeneratedRegex(
        @"(?<before>\b\w+(<[\w<>?, ]+>)?(\[\])?\?? )?\b(?<owner>[A-Z]\w+)\.(?<member>[A-Z]\w*)\b(\([^)]*\))?",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex Declared();

    [GeneratedRegex(@"\s+", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Whitespace();
}
