using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Shared.Wire;

namespace IwTune.Server.Hosting.Requests;

/// <summary>
/// How callers' documents are read: no duplicate members, no missing required ones, no null where none is allowed. So later code needs no
/// checks for missing values.
/// </summary>
internal static class StrictJson
{
    /// <summary>The agents' wire, where the parts that read it look for what is missing themselves.</summary>
    public static JsonSerializerOptions Wire { get; } =
        new(WireJson.Default.Options) { AllowDuplicateProperties = false, Converters = { new PlainText() } };

    /// <summary>What hosts report of themselves.</summary>
    public static JsonSerializerOptions Told { get; } =
        new(WireJson.Default.Options) { AllowDuplicateProperties = false, Converters = { new PlainText(escape: true) } };

    public static JsonTypeInfo<T> Of<T>() => (JsonTypeInfo<T>)Wire.GetTypeInfo(typeof(T));

    public static void Read(JsonSerializerOptions options)
    {
        options.AllowDuplicateProperties = false;
        options.RespectNullableAnnotations = true;
        options.RespectRequiredConstructorParameters = true;
        options.Converters.Add(new PlainText());
        for (var i = 0; i < options.TypeInfoResolverChain.Count; i++)
            options.TypeInfoResolverChain[i] = options.TypeInfoResolverChain[i].WithAddedModifier(Fill);
    }

    private static void Fill(JsonTypeInfo type)
    {
        // Programs leave out what is null; only what may not be is missed.
        foreach (var property in type.Properties)
        {
            if (property.IsRequired && property.IsGetNullable)
                property.IsRequired = false;
        }
        var needed = type
            .Properties.Where(property => !property.PropertyType.IsValueType && !property.IsGetNullable && property.Get is not null)
            .ToList();
        // An answer is never held back because something in it is null.
        needed.ForEach(property => property.IsGetNullable = true);
        if (type.Kind == JsonTypeInfoKind.Object && needed.Count > 0)
            type.OnDeserialized = read => needed.ForEach(property => Whole(property.Name, property.Get!(read)));
    }

    /// <summary>
    /// The reader itself leaves out two cases: an optional property that was not sent and has no default it can see, and a null within a
    /// list.
    /// </summary>
    private static void Whole(string name, object? value)
    {
        if (value is null)
            throw new JsonException($"'{name}' is missing");
        if (value is System.Collections.IList list && list.Contains(null))
            throw new JsonException($"'{name}' holds a null");
    }
}
