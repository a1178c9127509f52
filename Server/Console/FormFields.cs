using System.Collections.Frozen;
using System.Reflection;
using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Endpoints;
using Microsoft.Extensions.Primitives;

namespace IwTune.Server.Console;

/// <summary>
/// A missing text field counts as left empty: a program that sends less than a form offers gets the same problems as a person. A form that
/// its page has no more was overtaken by another change.
/// </summary>
internal static class FormFields
{
    /// <summary>The names that the forms of the console offer, by the form's name.</summary>
    private static readonly FrozenDictionary<string, string[]> Offered = typeof(FormFields)
        .Assembly.GetTypes()
        .Where(type => type.IsAssignableTo(typeof(IComponent)))
        .SelectMany(type => type.GetProperties(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic))
        .Select(property => (property, form: property.GetCustomAttribute<SupplyParameterFromFormAttribute>()))
        .Where(one => one.form?.FormName is not null)
        .SelectMany(one => NamesOf(one.property, one.form!.Name ?? one.property.Name).Select(name => (one.form.FormName, name)))
        .GroupBy(one => one.FormName!, one => one.name, StringComparer.Ordinal)
        .ToFrozenDictionary(names => names.Key, names => names.Distinct(StringComparer.Ordinal).ToArray(), StringComparer.Ordinal);

    public static async Task CompleteAsync(HttpContext context, RequestDelegate next)
    {
        if (
            HttpMethods.IsPost(context.Request.Method)
            && context.Request.HasFormContentType
            && context.GetEndpoint()?.Metadata.GetMetadata<ComponentTypeMetadata>() is not null
        )
        {
            var sent = await context.Request.ReadFormAsync(context.RequestAborted);
            if (Offered.TryGetValue($"{sent["_handler"]}", out var offered) && Array.Exists(offered, name => !sent.ContainsKey(name)))
            {
                var fields = new Dictionary<string, StringValues>(sent, StringComparer.OrdinalIgnoreCase);
                foreach (var name in offered)
                    fields.TryAdd(name, "");
                context.Request.Form = new FormCollection(fields, sent.Files);
            }
        }
        await next(context);
        // Razor refuses a form that its page does not have any more: what it was about has ended, or was changed or removed.
        if (
            context.Response is { StatusCode: StatusCodes.Status400BadRequest, HasStarted: false }
            && context.GetEndpoint()?.Metadata.GetMetadata<ComponentTypeMetadata>() is not null
            && context.Request.HasFormContentType
            && Offered.ContainsKey($"{context.Request.Form["_handler"]}")
        )
            context.Response.StatusCode = StatusCodes.Status409Conflict;
    }

    private static IEnumerable<string> NamesOf(PropertyInfo property, string name) =>
        property.PropertyType == typeof(string) ? [name]
        : property.PropertyType.IsClass && property.PropertyType.Assembly == typeof(FormFields).Assembly
            ? property
                .PropertyType.GetProperties()
                .Where(part => part.CanWrite && part.PropertyType == typeof(string))
                .Select(part => $"{name}.{part.Name}")
        : [];
}
