using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using IwTune.Server.Hosting;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Hosting;

/// <summary>
/// What an earlier version stored or sends has no fields of today. A generated reader gives a property with <c>init</c> the default of its
/// type then, and not the value that its declaration has.
/// </summary>
public sealed class AbsentFieldsTests
{
    /// <summary>Their readers refuse what lacks a part.</summary>
    private static readonly Type[] Checked = [typeof(BundleContent), typeof(TrafficProfile)];

    [Fact]
    public void A_field_that_an_earlier_version_did_not_write_has_the_value_of_its_declaration()
    {
        var wrong = new SortedSet<string>(StringComparer.Ordinal);
        foreach (var type in Types())
        {
            if (Read(type) is not { } read || Declared(type.Type) is not { } declared)
                continue;
            wrong.UnionWith(
                from property in type.Properties
                where property is { Get: not null, Set: not null } && property.AssociatedParameter is null or { IsMemberInitializer: true }
                let value = property.Get!(declared)
                where value is not null && (value is ValueType ? !value.Equals(property.Get!(read)) : property.Get!(read) is null)
                select $"{type.Type.Name}.{property.Name}"
            );
        }

        Assert.Equal("", string.Join(' ', wrong));
    }

    private static IEnumerable<JsonTypeInfo> Types() =>
        from assembly in (Assembly[])[typeof(WireJson).Assembly, typeof(Routes).Assembly]
        from context in assembly.GetTypes()
        where context.IsSubclassOf(typeof(JsonSerializerContext)) && !context.IsAbstract
        let made = (JsonSerializerContext)context.GetProperty("Default")!.GetValue(null)!
        from property in context.GetProperties()
        where property.PropertyType.IsSubclassOf(typeof(JsonTypeInfo))
        let type = (JsonTypeInfo)property.GetValue(made)!
        where type.Kind == JsonTypeInfoKind.Object && !Checked.Contains(type.Type) && !type.Properties.Any(one => one.IsRequired)
        select type;

    private static object? Read(JsonTypeInfo type)
    {
        try
        {
            return JsonSerializer.Deserialize("{}", type);
        }
        catch (Exception refused) when (refused is JsonException or NotSupportedException or ArgumentException or NullReferenceException)
        {
            return null;
        }
    }

    /// <summary>As its declaration initializes it, with nothing given.</summary>
    private static object? Declared(Type type)
    {
        var made = type.GetConstructors().MaxBy(one => one.GetParameters().Length);
        var nothing = made
            ?.GetParameters()
            .Select(one => one.ParameterType.IsValueType ? Activator.CreateInstance(one.ParameterType) : null);
        try
        {
            return made?.Invoke([.. nothing!]);
        }
        catch (Exception none) when (none is TargetInvocationException or MemberAccessException)
        {
            return null;
        }
    }
}
