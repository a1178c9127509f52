using System.Collections.Concurrent;
using System.Globalization;
using System.Reflection;
using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Endpoints;

namespace IwTune.Server.Console;

/// <summary>
/// An address with another text where its page reads a number or a yes-or-no does not exist. Razor would answer it as a failure of the
/// server.
/// </summary>
internal static class TypedQuery
{
    private static readonly ConcurrentDictionary<Type, (string Name, Type Value)[]> Expected = new();

    public static Task CheckAsync(HttpContext context, RequestDelegate next)
    {
        if (
            context.GetEndpoint()?.Metadata.GetMetadata<ComponentTypeMetadata>() is not { Type: var page }
            || Array.TrueForAll(
                Expected.GetOrAdd(page, ValuesOf),
                one => context.Request.Query[one.Name] is not [var text, ..] || Reads(text ?? "", one.Value)
            )
        )
            return next(context);
        context.Response.StatusCode = StatusCodes.Status404NotFound;
        return Task.CompletedTask;
    }

    private static (string, Type)[] ValuesOf(Type page) =>
        [
            .. page.GetProperties(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic)
                .Select(property => (property, query: property.GetCustomAttribute<SupplyParameterFromQueryAttribute>()))
                .Where(one => one.query is not null && one.property.PropertyType.IsValueType)
                .Select(one => (one.query!.Name ?? one.property.Name, one.property.PropertyType)),
        ];

    private static bool Reads(string text, Type value)
    {
        var inner = Nullable.GetUnderlyingType(value);
        if (inner is not null && text.Length == 0)
            return true;
        return Type.GetTypeCode(inner ?? value) switch
        {
            TypeCode.Boolean => bool.TryParse(text, out _),
            TypeCode.Int32 => int.TryParse(text, CultureInfo.InvariantCulture, out _),
            TypeCode.Int64 => long.TryParse(text, CultureInfo.InvariantCulture, out _),
            _ => throw new InvalidOperationException($"A page reads a {value} from its address: say here how."),
        };
    }
}
